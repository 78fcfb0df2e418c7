/** Plain words for a syntax error of YAML: the fault and the next step. */
export type YamlWords = readonly [what: string, next: string]

const INDENTATION: YamlWords = [
  'The indentation of this line does not fit the lines above it.',
  'Fields of one level begin in one column; fields below them begin two spaces further.',
]
const KEY: YamlWords = [
  'The parser reads this line and the next one as one key.',
  'Write a colon and a space after a key (key: value), and give a field below it two more spaces.',
]

const WORDS: ReadonlyMap<string, YamlWords> = new Map([
  ['BAD_INDENT', INDENTATION],
  ['BAD_PROP_ORDER', INDENTATION],
  ['BLOCK_IN_FLOW', INDENTATION],
  ['TAB_AS_INDENT', ['A tab indents this line.', 'YAML allows spaces only: replace the tab by two spaces.']],
  ['MULTILINE_IMPLICIT_KEY', KEY],
  [
    'BLOCK_AS_IMPLICIT_KEY',
    [
      'A second key follows a value here.',
      'Put a text that holds ": " in quotes, or give the second key a line of its own.',
    ],
  ],
  ['DUPLICATE_KEY', ['This map has the key twice.', 'Keep one of the two.']],
  ['UNEXPECTED_TOKEN', ['This sign is not expected here.', 'Remove it, or put the text in quotes.']],
  ['BAD_SCALAR_START', ['A text without quotes cannot begin with this sign.', 'Put the text in quotes.']],
  [
    'BAD_DQ_ESCAPE',
    ['In double quotes, only certain letters may follow a backslash.', 'Use single quotes, or write \\\\.'],
  ],
  [
    'BAD_ALIAS',
    ['No anchor before this alias has its name.', 'Write &name at the value, and *name where it is repeated.'],
  ],
  ['KEY_OVER_1024_CHARS', KEY],
])

const MISSING: readonly (readonly [pattern: RegExp, words: YamlWords])[] = [
  [/without - indicator/, ['An item of this list lacks its dash.', 'Begin each item with "- " in one column.']],
  [/closing ["']quote/i, ['A quote is not closed.', 'Add the same quote at the end of the text.']],
  [
    /flow sequence .*with a \]|in flow sequence/i,
    ['A list in [ ] is not closed, or its items lack a comma.', 'Separate the items by commas, and end it with ].'],
  ],
  [
    /flow map .*with a \}|in flow map|within flow collections/i,
    ['A map in { } is not closed, or its fields lack a comma.', 'Separate the fields by commas, and end it with }.'],
  ],
]

/**
 * @param code the parser's name for the error
 * @param message the parser's message, which differs between errors with the same code
 */
export function yamlWords(code: string, message: string): YamlWords {
  const missing = MISSING.find(([pattern]) => pattern.test(message))?.[1]
  const known = WORDS.get(code)
  if (known !== undefined && missing === undefined) return known
  return missing ?? ['This is not YAML.', 'Compare the indentation, the colons and the quotes with an example.']
}
