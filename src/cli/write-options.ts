import { Failure } from './failure.ts'
import { parseBoolean } from './flags.ts'
import { logLine } from './klog.ts'
import type { Session } from './session.ts'

export type DryRun = 'none' | 'client' | 'server'

export function dryRunOf(session: Session): DryRun {
  const value = session.flags.text('dry-run')
  const warn = (text: string): void => logLine(session.host, 'W', 'helpers.go:692', text)
  if (value === 'unchanged') {
    warn('--dry-run is deprecated and can be replaced with --dry-run=client.')
    return 'client'
  }
  const truth = parseBoolean(value)
  if (truth !== undefined) {
    const instead = truth ? 'client' : 'none'
    warn(`--dry-run=${truth} is deprecated (boolean value) and can be replaced with --dry-run=${instead}.`)
    return instead
  }
  if (value === 'none' || (value === '' && !session.flags.given('dry-run'))) return 'none'
  if (value === 'client' || value === 'server') return value
  throw new Failure(`Invalid dry-run value (${value}). Must be "none", "server", or "client".`)
}

/** The query of a change: the field manager, dry run, and the treatment of unknown fields. */
export function changeQuery(session: Session, dryRun: DryRun): Record<string, string | undefined> {
  return {
    fieldManager: fieldManager(session),
    dryRun: dryRun === 'server' ? 'All' : undefined,
    fieldValidation:
      session.flags.text('validate') === '' && !session.flags.given('validate')
        ? undefined
        : fieldValidation(session.flags.text('validate')),
  }
}

export function fieldManager(session: Session): string {
  return session.flags.text('field-manager').replace('{cli}', session.cli)
}

const VALIDATIONS: ReadonlyMap<string, string> = new Map([
  ['strict', 'Strict'],
  ['warn', 'Warn'],
  ['ignore', 'Ignore'],
])

/** The server's `fieldValidation` for a value of `--validate`. @throws Failure */
export function fieldValidation(value: string): string {
  const enabled = parseBoolean(value)
  const ofBoolean = enabled ? 'Strict' : 'Ignore'
  const known = enabled === undefined ? VALIDATIONS.get(value) : ofBoolean
  if (known === undefined)
    throw new Failure(
      `invalid - validate option ${JSON.stringify(value)}; must be one of: strict (or true), warn, ignore (or false)`,
    )
  return known
}
