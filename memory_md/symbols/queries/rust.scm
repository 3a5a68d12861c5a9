; What tags.scm of Rust leaves out.
[(field_expression) (scoped_identifier)] @member
(impl_item type: [
  (type_identifier) @name
  (generic_type type: (type_identifier) @name)
  (scoped_type_identifier name: (type_identifier) @name)]) @definition.impl
(call_expression function: (scoped_identifier name: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: [
  (identifier) @name
  (field_expression field: (_) @name)
  (scoped_identifier name: (identifier) @name)])) @reference.call
(token_tree (identifier) @name . (token_tree "(")) @reference.call
(closure_expression) @block
(use_declaration argument: (_) @use)

(parameter pattern: (_) @bind type: (_) @type)
(let_declaration pattern: (identifier) @bind type: (_) @type)
(let_declaration pattern: (identifier) @bind value: (_) @value)
(let_declaration pattern: (identifier) @local)
(closure_parameters (identifier) @local)
(tuple_pattern (identifier) @local)
(tuple_struct_pattern (identifier) @local)
(field_pattern name: (shorthand_field_identifier) @local)
(for_expression pattern: (identifier) @bind value: (_) @item)
(field_declaration name: (field_identifier) @field type: (_) @type)
