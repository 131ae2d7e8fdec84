"""The local servers and the recipes behind ./just: standard library only, one module per thing. See README.md."""
