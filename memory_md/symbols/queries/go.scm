; What tags.scm of Go leaves out.
(selector_expression) @member
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @owner
    (pointer_type (type_identifier) @owner)
    (generic_type type: (type_identifier) @owner)
    (pointer_type (generic_type type: (type_identifier) @owner))]))
  name: (field_identifier) @name) @definition.method
(func_literal) @block
(import_spec name: (_)? @import.as path: (_) @import.from)

(parameter_declaration name: (identifier) @bind type: (_) @type)
(variadic_parameter_declaration name: (identifier) @local)
(var_spec name: (identifier) @bind type: (_) @type)
(var_spec . name: (identifier) @bind value: (expression_list . (_) @value))
(var_spec name: (identifier) @local)
(short_var_declaration left: (expression_list . (identifier) @bind) right: (expression_list . (_) @value))
(short_var_declaration left: (expression_list (identifier) @local))
(range_clause left: (expression_list (identifier) (identifier) @bind) right: (_) @item)
(range_clause left: (expression_list (identifier) @local))
(type_switch_statement alias: (expression_list (identifier) @local))
(field_declaration name: (field_identifier) @field type: (_) @type)
(field_declaration !name type: (_) @base)
