import type { Rule } from '../notation/rule.ts'
import { at, named, required } from '../notation/rule.ts'
import { dnsSubdomain, pathSegment } from '../../api/names.ts'

/** A reference to an object of any kind in the same namespace: `apiGroup`, `kind`, `name`. */
export const typedReference: readonly Rule[] = [
  at('apiGroup', named(dnsSubdomain)),
  at('kind', required('kind is required'), named(pathSegment)),
  at('name', required('name is required'), named(pathSegment)),
]
