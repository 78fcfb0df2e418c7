/** The text is no YAML that JSON could say; the message is the server's, `yaml: line 3: did not find expected key`. */
export class YamlError extends Error {
  override readonly name = 'YamlError'
}
