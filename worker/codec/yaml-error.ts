/**
 * Thrown for malformed YAML, and for YAML without a JSON equivalent. The message is sent to clients: `yaml: line 3: did not find
 * expected key`.
 */
export class YamlError extends Error {
  override readonly name = 'YamlError'
}

/**
 * Thrown when the text is valid YAML, but the real server refuses one of its values. A syntax error anywhere takes precedence.
 */
export class ValueError extends YamlError {}
