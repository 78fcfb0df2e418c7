import { UsageFault } from '../script/process.ts'

/** A part of a body. */
export interface CurlData {
  /** The data, or the name of the file that holds it. */
  readonly text: string
  readonly isFile: boolean
  /** Whether the line breaks of a file are sent. */
  readonly keepsLineEnds: boolean
  /** Whether `&` separates the part from an earlier one. */
  readonly isField: boolean
}

export interface CurlOptions {
  readonly urls: readonly string[]
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  /** In the order given. */
  readonly data: readonly CurlData[]
  /** The file that receives the body; undefined when the body is printed. */
  readonly output: string | undefined
  /** Printed after the body: `%{http_code}`. */
  readonly writeOut: string
  /** Whether the head of the answer is printed: before the body (`-i`), or alone (`-I`). */
  readonly head: boolean
  readonly verbose: boolean
  /** Whether a status of 400 or more is a failure whose body is not printed. */
  readonly fails: boolean
  /** Whether a status of 400 or more is a failure whose body is printed. */
  readonly failsWithBody: boolean
  /** Whether the data becomes the query of the address. */
  readonly inQuery: boolean
}

/** The options that take a value, by their short and long names. An `ignored` value has no effect. */
const VALUED = new Map([
  ['-X', 'method'],
  ['--request', 'method'],
  ['-H', 'header'],
  ['--header', 'header'],
  ['-d', 'data'],
  ['--data', 'data'],
  ['--data-raw', 'raw'],
  ['--data-binary', 'binary'],
  ['--json', 'json'],
  ['-T', 'upload'],
  ['--upload-file', 'upload'],
  ['-o', 'output'],
  ['--output', 'output'],
  ['-w', 'writeOut'],
  ['--write-out', 'writeOut'],
  ['-A', 'agent'],
  ['--user-agent', 'agent'],
  ['--oauth2-bearer', 'bearer'],
  ['--url', 'url'],
  ['-m', 'ignored'],
  ['--max-time', 'ignored'],
  ['--connect-timeout', 'ignored'],
  ['--cacert', 'ignored'],
])
const PLAIN = new Set(
  '-s --silent -S --show-error -k --insecure -L --location -N --no-buffer -g --globoff --compressed --http1.1 --http2 -i --include -I --head -v --verbose -f --fail --fail-with-body -G --get'.split(
    ' ',
  ),
)

/** @throws UsageFault with the message of curl; for a missing URL and for a client certificate, with this shell's own message */
export function readCurlOptions(words: readonly string[]): CurlOptions {
  const urls: string[] = []
  const values: [string, string][] = []
  const plain = new Set<string>()
  const left = words.flatMap(apart)
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const kind = VALUED.get(word)
    if (kind === 'url') urls.push(left.shift() ?? '')
    else if (kind !== undefined) {
      const value = left.shift()
      if (value === undefined) throw new UsageFault(`option ${word}: requires parameter`, 2)
      values.push([kind, value])
    } else if (PLAIN.has(word)) plain.add(word)
    else if (/^--?(cert|key|E)$/.test(word))
      throw new UsageFault('a cluster in a tab has no TLS: use a token, or choose the user in the top bar', 2)
    else if (word.startsWith('-')) throw new UsageFault(`option ${word}: is unknown`, 2)
    else urls.push(word)
  }
  if (urls.length === 0) throw new UsageFault('no URL specified: curl $SERVER/api', 2)
  return options(urls, values, plain)
}

/** The options in a word: `-sX` is `-s -X`, and `-dtext` is `-d text`. curl does not accept `--data=text`. */
function apart(word: string): readonly string[] {
  if (!/^-[A-Za-z]./.test(word)) return [word]
  const first = word.slice(0, 2)
  if (VALUED.has(first)) return [first, word.slice(2)]
  return [first, ...apart(`-${word.slice(2)}`)]
}

function options(
  urls: readonly string[],
  values: readonly [string, string][],
  plain: ReadonlySet<string>,
): CurlOptions {
  const last = (kind: string): string | undefined => values.findLast(([each]) => each === kind)?.[1]
  const has = (...names: string[]): boolean => names.some((name) => plain.has(name))
  const uploads = last('upload') !== undefined
  const data = values.filter(([kind]) => DATA_KINDS.has(kind)).map(([kind, value]) => dataOf(kind, value))
  const inQuery = has('-G', '--get')
  return {
    urls,
    method: last('method') ?? defaultMethod(has('-I', '--head'), uploads, data.length > 0 && !inQuery),
    headers: headersOf(values, { json: last('json') !== undefined, form: data.length > 0 && !inQuery && !uploads }),
    data,
    output: last('output'),
    writeOut: last('writeOut') ?? '',
    head: has('-i', '--include', '-I', '--head'),
    verbose: has('-v', '--verbose'),
    fails: has('-f', '--fail'),
    failsWithBody: has('--fail-with-body'),
    inQuery,
  }
}

const DATA_KINDS: ReadonlySet<string> = new Set(['data', 'raw', 'binary', 'json', 'upload'])

function dataOf(kind: string, value: string): CurlData {
  const isFile = kind === 'upload' || (kind !== 'raw' && value.startsWith('@'))
  return {
    text: isFile && kind !== 'upload' ? value.slice(1) : value,
    isFile,
    keepsLineEnds: kind !== 'data',
    isField: kind !== 'json' && kind !== 'upload',
  }
}

function defaultMethod(isHead: boolean, uploads: boolean, sends: boolean): string {
  if (isHead) return 'HEAD'
  if (uploads) return 'PUT'
  return sends ? 'POST' : 'GET'
}

function headersOf(
  values: readonly [string, string][],
  { json, form }: { readonly json: boolean; readonly form: boolean },
): readonly (readonly [string, string])[] {
  const headers: [string, string][] = []
  for (const [kind, value] of values) {
    const colon = value.indexOf(':')
    if (kind === 'header' && colon > 0) headers.push([value.slice(0, colon).trim(), value.slice(colon + 1).trim()])
    if (kind === 'bearer') headers.push(['Authorization', `Bearer ${value}`])
    if (kind === 'agent') headers.push(['User-Agent', value])
  }
  const named = (name: string): boolean => headers.some(([each]) => each.toLowerCase() === name)
  if (json && !named('content-type')) headers.push(['Content-Type', 'application/json'])
  if (json && !named('accept')) headers.push(['Accept', 'application/json'])
  if (form && !named('content-type')) headers.push(['Content-Type', 'application/x-www-form-urlencoded'])
  return headers
}
