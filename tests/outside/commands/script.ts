import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { CommandCase, CommandStep, DirectRequest } from '../../cli/command-case.ts'

/** The time in which a command must end: under load a real client needs seconds. */
const TIMEOUT_MS = 15_000

/**
 * Parses a script. Each case gets a new server and a namespace with the name of the case. The steps of a case are counted from
 * 0, with files and requests; known-differences.txt names a step by `SCRIPT/CASE NUMBER`.
 *
 *     # get-selectors                   starts a case with the profile `certs`; `# get-selectors controllers` names another one
 *     @file a.yaml                      writes a file into the working directory, with the lines up to @end
 *     ...                               (`@file a.yaml bare`: without the last line feed)
 *     @end
 *     @include kinds.part               inserts the lines of another file of the folder
 *     @http POST /api/v1/nodes {...}    sends a request; its answer is not compared
 *     @read out.txt                     compares a file
 *     @sleep 500                        waits for this number of milliseconds
 *     $background,lead=2 get cm -w      runs until the next @join; the next line is played after two lines of output
 *     @join 5                           ends the commands in the background after five lines each
 *     $ get [[pods|cm]] -o [[name|wide]]   runs one command line for each combination
 *     $sort,loose FOO=bar get pods < a.yaml   with members of CommandStep, environment variables and standard input
 *     // a remark
 */
export function parseScript(text: string, folder: string): CommandCase[] {
  const cases: CommandCase[] = []
  const lines = text
    .replace(/^@include (.*)$/gm, (_, name: string) => readFileSync(path.join(folder, name), 'utf8'))
    .split('\n')
  let current: { files: Record<string, string>; commands: CommandStep[] } | undefined
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '' || line.startsWith('//')) continue
    const [word = '', ...rest] = line.split(' ')
    if (word === '#') {
      const [name = '', profile = 'certs'] = rest
      current = { files: {}, commands: [] }
      cases.push({ name, profile, ns: name, ...current })
      continue
    }
    if (current === undefined) throw new Error(`line ${at + 1} comes before the first case: ${line}`)
    if (word === '@file') {
      const end = lines.indexOf('@end', at)
      if (end < 0) throw new Error(`the file in line ${at + 1} has no @end`)
      current.commands.push({
        write: { [rest[0] ?? '']: lines.slice(at + 1, end).join('\n') + (rest[1] === 'bare' ? '' : '\n') },
      })
      at = end
    } else if (word === '@http') current.commands.push({ http: directRequest(rest) })
    else if (word === '@read') current.commands.push({ read: rest[0], expect: {} })
    else if (word === '@sleep') current.commands.push({ sleep: Number(rest[0]) })
    else if (word === '@join') current.commands.push({ join: rest[0] === undefined ? {} : { lines: Number(rest[0]) } })
    else if (word.startsWith('$')) current.commands.push(...commandSteps(word.slice(1), rest.join(' ')))
    else throw new Error(`line ${at + 1} is neither a command nor a directive: ${line}`)
  }
  return cases
}

function directRequest([method, path = '', ...body]: readonly string[]): DirectRequest {
  const text = body.join(' ')
  return text === '' ? { method, path } : { method, path, body: text, ...patchType(method) }
}

const patchType = (method: string | undefined) => (method === 'PATCH' ? { type: 'application/merge-patch+json' } : {})

function commandSteps(options: string, line: string): CommandStep[] {
  const flags = Object.fromEntries(
    options
      .split(',')
      .filter(Boolean)
      .map((option) => {
        const [name = '', value] = option.split('=')
        return [name, value === undefined ? true : Number(value)]
      }),
  )
  return combinations(line).map((each) => ({ expect: {}, timeoutMs: TIMEOUT_MS, ...flags, ...parseCommand(each) }))
}

/** All combinations of the choices in a line: `a [[b|c]]` becomes `a b` and `a c`. */
export function combinations(line: string): string[] {
  const start = line.indexOf('[[')
  if (start < 0) return [line]
  const end = line.indexOf(']]', start)
  if (end < 0) throw new Error(`[[ has no ]] in: ${line}`)
  const before = line.slice(0, start)
  const after = line.slice(end + 2)
  return line
    .slice(start + 2, end)
    .split('|')
    .flatMap((choice) => combinations(before + choice + after))
}

/** Words in the notation of a shell: quotes, backslashes, `NAME=value` in front and `< FILE` or `<< TEXT` at the end. */
function parseCommand(line: string): Pick<CommandStep, 'args' | 'env' | 'stdin' | 'stdinFile'> {
  const words = shellWords(line)
  const env: Record<string, string> = {}
  while (/^[A-Z_]+=/.test(words[0] ?? '')) {
    const [name = '', ...value] = (words.shift() ?? '').split('=')
    env[name] = value.join('=')
  }
  const from = words.findIndex((word) => word === '<' || word === '<<')
  const [sign, source = ''] = from < 0 ? [] : words.splice(from)
  return {
    args: words,
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...(sign === '<<' ? { stdin: `${source}\n` } : {}),
    ...(sign === '<' ? { stdinFile: source } : {}),
  }
}

export function shellWords(line: string): string[] {
  const words: string[] = []
  const pattern = /\s*((?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+)/gsy
  for (let found = pattern.exec(line); found !== null; found = pattern.exec(line)) words.push(unquoted(found[1] ?? ''))
  return words
}

const unquoted = (word: string): string =>
  word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs, (_, single?: string, double?: string, escaped?: string) => {
    if (single !== undefined) return single
    if (double !== undefined)
      return double
        .replace(/\\n/g, '\n')
        .replace(/\\t/g, '\t')
        .replace(/\\(["\\$`])/g, '$1')
    return escaped ?? ''
  })
