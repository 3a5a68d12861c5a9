; Nodes that the grammar of TypeScript has under other names.
(field_definition property: (_) @name value: [(arrow_function) (function_expression)]) @definition.method
(field_definition property: (_) @field value: (_) @value)
(class_heritage (_) @base)
(formal_parameters (identifier) @local)
