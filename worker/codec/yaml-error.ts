/** Malformed YAML, or YAML without a JSON equivalent. The message is sent to clients: `yaml: line 3: did not find expected key`. */
export class YamlError extends Error {
  override readonly name = 'YamlError'
}
