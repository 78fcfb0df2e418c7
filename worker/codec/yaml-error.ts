/** Malformed YAML, or YAML without a JSON equivalent. The message is sent to clients: `yaml: line 3: did not find expected key`. */
export class YamlError extends Error {
  override readonly name = 'YamlError'
}

/** The text is YAML, but a value in it is none that the real server reads. An error of the syntax anywhere comes first. */
export class ValueError extends YamlError {}
