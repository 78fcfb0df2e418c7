import { dnsLabel } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check } from '../notation/rule.ts'

/** A warning on create where a name that ends up in host names is none of a host. */
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

/** Of kinds that make pods named after themselves. */
export const podNameWarning: Rule = hostNameWarning('this is used in Pod names and hostnames')
