import { compilePattern, patternFault, PatternSteps } from '../../worker/schema/custom/patterns.ts'

/** Lists of regular expressions, separated by commas, as the flags of `proxy` contain them. */
export interface FilterExpressions {
  readonly acceptPaths: string
  readonly rejectPaths: string
  readonly acceptHosts: string
  readonly rejectMethods: string
}

export interface FilteredRequest {
  readonly method: string
  /** The decoded path below the prefix of the API. */
  readonly path: string
  /** The Host header. */
  readonly host: string
}

/** The expressions of a list. Expressions with a comma cannot be given, as in kubectl. */
const parts = (list: string): string[] => (list === '' ? [] : list.split(','))

/** The fault of the first unreadable expression, in the order in which kubectl compiles them; undefined when there is none. */
export function filterFault(lists: FilterExpressions): string | undefined {
  const { acceptPaths, rejectPaths, acceptHosts, rejectMethods } = lists
  for (const part of [acceptPaths, rejectPaths, acceptHosts, rejectMethods].flatMap(parts)) {
    const fault = patternFault(part)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Whether a request may reach the server. An expression that takes too long refuses the request. */
export function requestFilter(lists: FilterExpressions): (request: FilteredRequest) => boolean {
  const acceptPath = anyOf(lists.acceptPaths)
  const rejectPath = anyOf(lists.rejectPaths)
  const acceptHost = anyOf(lists.acceptHosts)
  const rejectMethod = anyOf(lists.rejectMethods)
  return ({ method, path, host }) =>
    rejectPath(path) === 'none' &&
    rejectMethod(method) === 'none' &&
    acceptPath(path) === 'match' &&
    acceptHost(hostName(host)) === 'match'
}

/** `unknown` when matching an expression takes too long. */
type Verdict = 'match' | 'none' | 'unknown'

function anyOf(list: string): (text: string) => Verdict {
  const patterns = parts(list).map((part) => ({ part, compiled: compilePattern(part) }))
  return (text) => {
    const steps = new PatternSteps()
    let verdict: Verdict = 'none'
    for (const { part, compiled } of patterns) {
      const mismatch = compiled.mismatch(text, steps)
      if (mismatch === undefined) return 'match'
      if (mismatch !== part) verdict = 'unknown'
    }
    return verdict
  }
}

/** The name in a Host header, as Go splits it: `[::1]` keeps its brackets without a port and loses them with one. */
export function hostName(header: string): string {
  const [, bracketed, plain] = /^(?:\[([^[\]]*)\]|([^:[\]]*)):[^:[\]]*$/.exec(header) ?? []
  return bracketed ?? plain ?? header
}
