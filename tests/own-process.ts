/** Unit tests that need modules that no other test has loaded. */
const LAZY_LOADING = [
  'worker/codec/lazy-protobuf.test.ts',
  'worker/schema/lazy-decode-fault.test.ts',
  'worker/resources/catalog.test.ts',
  'worker/server/stages/codecs.test.ts',
]

/** Tests that count steps, which V8 does in code that it compiles after the counting began (tests/counted-work.ts). */
const COUNTING = [
  'worker/codec/yaml-reader.test.ts',
  'worker/resources/api-extensions/value-index.test.ts',
  'worker/resources/go-diff/format-diff.test.ts',
  'worker/server/bounded-requests-exchange.test.ts',
  'worker/server/large-lists-exchange.test.ts',
  'worker/server/stalls-exchange.test.ts',
]

/** The unit tests that share no modules with others. */
export const OWN_PROCESS: readonly string[] = [...LAZY_LOADING, ...COUNTING]
