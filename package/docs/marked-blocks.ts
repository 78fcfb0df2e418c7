import { fromMarkdown } from 'mdast-util-from-markdown'
import { MARK, OUTPUT_MARK, REFUSED_MARK } from './marks.ts'

/** A marked code block of a page, in the order of the page. `line` is the number of its first line of text, from 1. */
export type MarkedBlock =
  | { readonly is: 'manifest'; readonly line: number; readonly text: string; readonly isRefused: boolean }
  | { readonly is: 'commands'; readonly line: number; readonly commands: readonly MarkedCommand[] }
  | { readonly is: 'output'; readonly line: number; readonly text: string }

export interface MarkedCommand {
  readonly line: number
  readonly command: string
  readonly isRefused: boolean
  /** The lines below a command with a prompt; undefined when the page shows no output. */
  readonly output: string | undefined
}

/** A mistake in a page. */
export class PageFault extends Error {
  override readonly name = 'PageFault'
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const MANIFESTS = ['yaml', 'yml', 'json']
const COMMANDS = ['sh', 'bash', 'shell', 'console', 'shell-session']
const PROMPT = /^\s*\$ /

/**
 * The marked blocks of a Markdown page: ` ```yaml tabplane `, ` ```console tabplane `, ` ```text tabplane-output `.
 * @throws PageFault for a mark at a block of another language
 */
export function markedBlocks(markdown: string): MarkedBlock[] {
  const blocks: MarkedBlock[] = []
  const visit = (node: Node): void => {
    const block = node.type === 'code' ? blockOf(node) : undefined
    if (block !== undefined) blocks.push(block)
    for (const child of node.children ?? []) visit(child)
  }
  visit(fromMarkdown(markdown))
  return blocks
}

interface Node {
  readonly type: string
  readonly lang?: string | null
  readonly meta?: string | null
  readonly value?: string
  readonly position?: { readonly start: { readonly line: number } }
  readonly children?: readonly Node[]
}

function blockOf({ lang, meta, value = '', position }: Node): MarkedBlock | undefined {
  const marks = (meta ?? '').split(/\s+/)
  // The line below the fence.
  const line = (position?.start.line ?? 0) + 1
  if (marks.includes(OUTPUT_MARK)) return { is: 'output', line, text: value }
  if (!marks.includes(MARK)) return undefined
  const isRefused = marks.includes(REFUSED_MARK)
  const language = (lang ?? '').toLowerCase()
  if (MANIFESTS.includes(language)) return { is: 'manifest', line, text: value, isRefused }
  if (COMMANDS.includes(language)) return { is: 'commands', line, commands: commandsOf(value, line, isRefused) }
  throw new PageFault(line - 1, `a block marked ${MARK} is ${[...MANIFESTS, ...COMMANDS].join(', ')}, not ${language}`)
}

/** In a text with prompts, the lines without a prompt are outputs. In a text without prompts, each line is a command. */
function commandsOf(text: string, start: number, isRefused: boolean): MarkedCommand[] {
  const lines = text.split('\n').map((value, index) => ({ value, line: start + index }))
  if (!lines.some(({ value }) => PROMPT.test(value)))
    return lines
      .filter(({ value }) => value.trim() !== '' && !value.trimStart().startsWith('#'))
      .map(({ value, line }) => ({ line, command: value.trim(), isRefused, output: undefined }))
  const commands: MarkedCommand[] = []
  for (const { value, line } of lines) {
    const last = commands.at(-1)
    if (PROMPT.test(value)) commands.push({ line, command: value.replace(PROMPT, ''), isRefused, output: undefined })
    else if (last === undefined) throw new PageFault(line, 'an output has no command above it')
    else
      commands[commands.length - 1] = {
        ...last,
        output: last.output === undefined ? value : `${last.output}\n${value}`,
      }
  }
  return commands
}
