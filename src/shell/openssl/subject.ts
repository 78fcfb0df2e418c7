import { numberOfText } from '../../../worker/api/numbers.ts'
import type { AlternativeNames } from '../../../worker/certificates/alternative-names.ts'
import { NO_NAMES } from '../../../worker/certificates/alternative-names.ts'
import type { Attribute } from '../../../worker/certificates/distinguished-name.ts'
import { UsageFault } from '../../script/process.ts'

const TYPES = new Map([
  ['C', '2.5.4.6'],
  ['ST', '2.5.4.8'],
  ['L', '2.5.4.7'],
  ['O', '2.5.4.10'],
  ['OU', '2.5.4.11'],
  ['CN', '2.5.4.3'],
])
const NAMES = new Map([...TYPES].map(([name, type]) => [type, name]))

/** The name of `-subj '/CN=alice/O=developers'`. @throws UsageFault */
export function readSubject(text: string): readonly Attribute[] {
  if (!text.startsWith('/'))
    throw new UsageFault(
      `subject name is expected to be in the format /type0=value0/type1=value1… This name is not in that format: '${text}'`,
    )
  return text
    .slice(1)
    .split(/\/(?=[A-Za-z]+=)/)
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=')
      const type = TYPES.get(name)
      if (type === undefined)
        throw new UsageFault(`unknown attribute ${name} in the subject; known are ${[...TYPES.keys()].join(', ')}`)
      return { type, value: value.join('=') }
    })
}

/** A name as openssl writes it: `CN = alice, O = developers`. */
export const subjectText = (attributes: readonly Attribute[]): string =>
  attributes.map(({ type, value }) => `${NAMES.get(type) ?? type} = ${value}`).join(', ')

/** Reads the names in `subjectAltName=DNS:web,IP:10.0.0.1`. @throws UsageFault */
export function readAlternativeNames(text: string): AlternativeNames {
  const [, list] = /^subjectAltName\s*=\s*(.*)$/.exec(text) ?? []
  if (list === undefined) throw new UsageFault(`-addext ${text}: only subjectAltName is read`)
  const names = {
    ...NO_NAMES,
    dns: [] as string[],
    email: [] as string[],
    ip: [] as Uint8Array<ArrayBuffer>[],
    uri: [] as string[],
  }
  for (const each of list.split(',')) {
    const [kind, ...value] = each.trim().split(':')
    const name = value.join(':')
    if (kind === 'DNS') names.dns.push(name)
    else if (kind === 'IP') names.ip.push(address(name))
    else if (kind === 'email') names.email.push(name)
    else if (kind === 'URI') names.uri.push(name)
    else throw new UsageFault(`${each}: write DNS:, IP:, email: or URI: in front of a name`)
  }
  return names
}

function address(text: string): Uint8Array<ArrayBuffer> {
  const parts = text.split('.').map(numberOfText)
  if (parts.length !== 4 || parts.some((part) => !(part >= 0 && part <= 255)))
    throw new UsageFault(`${text}: write an IPv4 address`)
  return Uint8Array.from(parts)
}
