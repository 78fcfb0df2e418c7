import type { CorsPolicy } from '../worker/http/cors.ts'
import { compilePattern, patternFault, PatternSteps } from '../worker/schema/custom/patterns.ts'
import type { FlagValues } from './flags.ts'
import { FlagError } from './flags.ts'

/**
 * The origins of `--cors-allowed-origins`: regular expressions that match anywhere in an origin. Therefore this server, like the
 * real one, refuses an expression that is not bound to both ends of the host.
 * @throws FlagError
 */
export function corsPolicy(flags: FlagValues): CorsPolicy {
  const expressions = flags.get('cors-allowed-origins') ?? []
  for (const expression of expressions) check(expression)
  const patterns = expressions.map(compilePattern)
  return {
    allowsOrigin: (origin) => patterns.some((pattern) => pattern.mismatch(origin, new PatternSteps()) === undefined),
  }
}

function check(expression: string): void {
  const fault = faultOf(expression)
  if (fault !== undefined)
    throw new FlagError(`--cors-allowed-origins has ${JSON.stringify(expression)}, which ${fault}`)
}

function faultOf(expression: string): string | undefined {
  const fault = patternFault(expression)
  if (fault !== undefined) return `is not a regular expression: ${fault}`
  if (!expression.startsWith('^') && !expression.includes('//'))
    return "is not bound to the start of the host: begin it with '^', or include '//'"
  if (!expression.endsWith('$') && !/:(?!\/\/)/.test(expression))
    return "is not bound to the end of the host: end it with '$', or include ':' after the host"
  return undefined
}
