"""Three versions of a value become one."""
