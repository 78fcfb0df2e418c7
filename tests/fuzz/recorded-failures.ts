interface Recorded {
  readonly words: RegExp
  /** The source of the recording. */
  readonly why: string
  /** The method of the requests; undefined for any method. */
  readonly method?: string
}

/** Requests that the real server also answers with 500 (reference/errors.md 12). */
const RECORDED: readonly Recorded[] = [
  { words: /strconv\.ParseUint: parsing /, why: 'a resourceVersion that is not a number reaches the storage' },
  { words: /resourceVersion should not be set on objects to be created/, why: 'a create that names a version' },
  { words: /unable to determine kind and namespace from url/, why: 'a watch or proxy path that ends there' },
  { words: /required revision is a future revision/, why: 'an exact list of a future version' },
  { words: /failed to create typed patch object/, why: 'an apply body that does not fit its type' },
  { words: /failed to create typed live object/, why: 'an apply to an object whose list items lack their key' },
  { words: /failed to convert new object/, why: 'an apply body that cannot be read as its kind' },
  { words: /failed to create manager for existing fields/, why: 'owners of fields that cannot be read' },
  { words: /does not contain declared merge key|cannot yet be specified in the patch/, why: 'strategic patches' },
  { words: /unknown patch type|list element types are not identical/, why: 'strategic patches' },
  {
    words: /expected a \[\]interface|unable to find api field in struct|data type is not struct/,
    why: 'strategic patches',
  },
  { words: /doesn't match \$setElementOrder list/, why: 'strategic patches' },
  { words: /expected a map\[string\]interface|expected slice or array type/, why: 'strategic patches of another form' },
  { words: /more than one PodDisruptionBudget/, why: 'an eviction under two budgets' },
  { words: /failed to allocate requested HealthCheck NodePort/, why: 'a health check port that is in use' },
  { words: /target\.(name|kind): /, why: 'a binding that names no node' },
  {
    words: /resource name may not be empty|invalid resource name /,
    why: 'a runtime class whose name cannot be a path segment',
  },
  { words: /failed calling webhook /, why: 'a webhook that cannot be reached, of failurePolicy Fail' },
  { words: /Component not found: /, why: 'a component that is not running' },
  {
    words: /json: cannot unmarshal |json parse error|no kind .* is registered|unexpected GroupVersion string/s,
    method: 'DELETE',
    why: 'DeleteOptions',
  },
  { words: /yaml: |proto: |wireType|Object 'Kind' is missing/, method: 'DELETE', why: 'DeleteOptions' },
]

export function isRecordedFailure(requested: string, answer: string): boolean {
  // An answer without a body does not say why.
  if (requested === 'HEAD') return true
  // YAML folds long lines.
  const text = answer.replace(/\s+/g, ' ')
  return RECORDED.some(({ words, method = requested }) => method === requested && words.test(text))
}
