; What the tags.scm of JavaScript and of TypeScript leave out.
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
(public_field_definition name: (_) @field type: (type_annotation (_) @type))
(public_field_definition name: (_) @field value: (_) @value)
(class_heritage (extends_clause value: (_) @base))
(required_parameter pattern: (identifier) @local)
(optional_parameter pattern: (identifier) @local)
(required_parameter pattern: (identifier) @bind type: (type_annotation (_) @type))
(optional_parameter pattern: (identifier) @bind type: (type_annotation (_) @type))
(required_parameter (accessibility_modifier) pattern: (identifier) @field type: (type_annotation (_) @type))
(variable_declarator name: (identifier) @bind type: (type_annotation (_) @type))
