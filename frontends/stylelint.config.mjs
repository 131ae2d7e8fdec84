// Colours and layers come from the tokens alone, so that themes, contrast and what lies over what are decided in one place.
export default {
  rules: {
    "declaration-property-value-allowed-list": {
      "/color$|^background$|^fill$|^stroke$/": ["/^var\\(--/", "currentcolor", "transparent", "inherit", "none"],
      "z-index": ["/^var\\(--layer-/"],
    },
    "color-no-hex": true,
    "color-named": "never",
    "no-duplicate-selectors": true,
    "declaration-block-no-duplicate-properties": true,
    "property-no-unknown": true,
    "selector-pseudo-class-no-unknown": [true, { ignorePseudoClasses: ["global", "local"] }],
  },
  overrides: [
    {
      files: ["**/tokens*.css", "**/tokens/**/*.css"],
      rules: { "declaration-property-value-allowed-list": null, "color-no-hex": null },
    },
  ],
};
