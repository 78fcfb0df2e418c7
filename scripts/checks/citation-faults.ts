import path from 'node:path'
import type { Passage } from './prose.ts'

/** The documents that a citation can name. */
export interface Documents {
  /** Whether a path of the repository, file or folder, exists. */
  exists(file: string): boolean
  /** The text of a Markdown file of the repository; undefined when it does not exist. */
  read(file: string): string | undefined
  /** The numbers of the decisions, four digits each: `0006`. */
  decisions: ReadonlySet<string>
}

export interface CitationFault {
  line: number
  fault: string
}

/** Documents that are not part of this repository. */
const OUTSIDE = /\b(?:SPEC|FACTS|DESIGN)(?:\.md)?(?=[:,;.)\s]|$)|\.\.\/shared\b/g
const RULES = /\breference\/([\w-]+\.md)((?:,? (?:and |to )?\d+)*)/g
const DECISION = /\bADR (\d{4})\b|\bdecisions\/(\d{4})\b/g

/** Citations of a comment that do not resolve. */
export function commentFaults(passage: Passage, documents: Documents): CitationFault[] {
  const faults: CitationFault[] = []
  const report = (index: number, fault: string) =>
    faults.push({ line: passage.lines[passage.text.slice(0, index).split('\n').length - 1] ?? 0, fault })
  const text = passage.text.replace(/\n/g, ' ')
  for (const match of text.matchAll(OUTSIDE)) report(match.index, `"${match[0]}" is not in this repository`)
  for (const match of text.matchAll(RULES)) {
    const [, page = '', numbers = ''] = match
    for (const fault of ruleFaults(`docs/reference/${page}`, numbers, documents)) report(match.index, fault)
  }
  for (const match of text.matchAll(DECISION)) {
    const number = match[1] ?? match[2] ?? ''
    if (!documents.decisions.has(number)) report(match.index, `there is no decision ${number}`)
  }
  return faults
}

function ruleFaults(file: string, numbers: string, documents: Documents): string[] {
  const page = documents.read(file)
  if (page === undefined) return [`${file} does not exist`]
  const rules = ruleNumbers(page)
  const cited = numbers.match(/\d+/g) ?? []
  return cited.filter((number) => !rules.has(number)).map((number) => `${file} has no rule ${number}`)
}

/** A rule of a reference page, or a section with a number. */
const RULE = /^(?:## )?(\d+)\. /

/** The numbers of the rules of a reference page. */
export function ruleNumbers(page: string): Set<string> {
  return new Set([...page.matchAll(new RegExp(RULE, 'gm'))].map(([, number = '']) => number))
}

/** Rules of a reference page whose number an earlier rule has: a citation of it would be ambiguous. */
export function repeatedRules(page: string): CitationFault[] {
  const seen = new Set<string>()
  return page.split('\n').flatMap((text, index) => {
    const [, number] = RULE.exec(text) ?? []
    if (number === undefined) return []
    const fault = { line: index + 1, fault: `rule ${number} exists twice` }
    return seen.has(number) ? [fault] : (seen.add(number), [])
  })
}

const LINK = /\[[^\]]*\]\(([^)\s]+)\)((?:,? (?:and |to )?\d+\b)*)/g

/** Links of a Markdown file that lead nowhere. */
export function linkFaults(file: string, content: string, documents: Documents): CitationFault[] {
  const faults: CitationFault[] = []
  const source = withoutCode(content)
  for (const match of source.matchAll(LINK)) {
    const [, target = '', numbers = ''] = match
    const line = source.slice(0, match.index).split('\n').length
    for (const fault of targetFaults(file, target, numbers, documents)) faults.push({ line, fault })
  }
  return faults
}

const withoutCode = (content: string): string =>
  content
    .replace(/^```[^]*?^```/gm, (fence) => fence.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length))

function targetFaults(file: string, target: string, numbers: string, documents: Documents): string[] {
  if (/^[a-z]+:/.test(target)) return []
  const [relative = '', anchor] = target.split('#')
  const named = relative === '' ? file : path.posix.join(path.posix.dirname(file), relative)
  if (!documents.exists(named)) return [`${target} does not exist`]
  const page = named.endsWith('.md') ? documents.read(named) : undefined
  if (anchor !== undefined && page !== undefined && !anchorsOf(page).has(anchor)) return [`${target}: no such heading`]
  return named.startsWith('docs/reference/') ? ruleFaults(named, numbers, documents) : []
}

function anchorsOf(page: string): Set<string> {
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  )
}
