import { dnsLabel } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check } from '../notation/rule.ts'

/** Warns on create about a name that host names will contain, when it is not a DNS label. `use` begins the warning. */
export const hostNameWarning = (use: string): Rule =>
  at(
    'metadata.name',
    check((name, place) => {
      if (place.old !== undefined) return
      const faults = dnsLabel(String(name))
      if (faults.length === 0) return
      place.warn(`${use}, which can result in surprising behavior; a DNS label is recommended: [${faults.join(' ')}]`)
    }),
  )

/** The warning for kinds whose pods are named after the object. */
export const podNameWarning: Rule = hostNameWarning('this is used in Pod names and hostnames')
