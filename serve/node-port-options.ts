import { numberOfText } from '../worker/api/numbers.ts'
import type { PortRange } from '../worker/resources/resource.ts'
import { FlagError, type FlagValues, text } from './flags.ts'

const LARGEST_PORT = 65535
const FORMS = /^(\d+)(?:([-+])(\d+))?$/

/**
 * Reads the flag `--service-node-port-range`, whose text is `FIRST-LAST`, `FIRST+MORE` or one port.
 * @throws FlagError for another text
 */
export function nodePortOptions(flags: FlagValues): { readonly nodePorts?: PortRange } {
  const range = text(flags, 'service-node-port-range')
  if (range === undefined) return {}
  const [, first, sign, second] = FORMS.exec(range.trim()) ?? []
  const from = numberOfText(first)
  const to = sign === '+' ? from + numberOfText(second) : numberOfText(second ?? first)
  if (!(from >= 1 && to >= from && to <= LARGEST_PORT))
    throw new FlagError(`service-node-port-range: ${range} is not a range of ports, such as 30000-32767`)
  return { nodePorts: [from, to] }
}
