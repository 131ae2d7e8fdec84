export { iconGroups, iconNames, loaderOf } from "./catalogue";
export { findIcons } from "./find";
export { Icon } from "./Icon";
export { IconGrid } from "./IconGrid";
export { IconPicker } from "./IconPicker";
