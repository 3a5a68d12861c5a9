; What tags.scm of JavaScript leaves out; read by readers/tags.py, which names the captures.
(member_expression) @member
(method_definition name: (_) @name) @definition.method
(variable_declarator name: (identifier) @name value: (object)) @definition.object
(pair key: (property_identifier) @name value: (object)) @definition.object
(variable_declarator name: (identifier) @name value: (generator_function)) @definition.function
(export_statement "default" @name value: [(arrow_function) (function_expression)]) @definition.function
(call_expression function: (super) @name) @reference.call
(call_expression function: (member_expression property: (private_property_identifier) @name)) @reference.call
[(arrow_function) (function_expression) (generator_function)] @block

(import_statement (import_clause (identifier) @import.default) source: (string (string_fragment) @import.from))
(import_statement (import_clause (namespace_import (identifier) @import.module)) source: (string (string_fragment) @import.from))
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @import.name alias: (_)? @import.as)))
  source: (string (string_fragment) @import.from))
(export_statement (export_clause (export_specifier name: (_) @import.name alias: (_)? @import.as)) source: (string (string_fragment) @import.from))
(export_statement "*" source: (string (string_fragment) @import.from)) @import.all
(export_statement (export_clause (export_specifier name: (_) @value alias: (_) @bind)) !source)
(export_statement "default" @default declaration: (_ name: (_) @value))
(export_statement "default" @default value: (identifier) @value)
(variable_declarator name: (identifier) @import.module
  value: (call_expression function: (identifier) @_f arguments: (arguments (string (string_fragment) @import.from)))
  (#eq? @_f "require"))
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (call_expression function: (identifier) @_f arguments: (arguments (string (string_fragment) @import.from)))
  (#eq? @_f "require"))

(variable_declarator name: (identifier) @bind value: (_) @value)
(assignment_expression left: (identifier) @bind right: (_) @value)
(assignment_expression left: (member_expression object: (this) property: (_) @field) right: (_) @value)
(for_in_statement left: (identifier) @bind right: (_) @item)
(arrow_function parameter: (identifier) @local)
(rest_pattern (identifier) @local)
(array_pattern (identifier) @local)
(assignment_pattern left: (identifier) @local)
(pair_pattern value: (identifier) @local)
(shorthand_property_identifier_pattern) @local
(catch_clause parameter: (identifier) @local)
