import { dnsLabel, dnsSubdomain } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, checkObject, isRepeated, oneOf, required } from '../notation/rule.ts'
import { textAt } from '../path.ts'
import { isLonger } from '../../runtime/utf8.ts'

// Rules that several kinds of device claims share.

const DRIVER_LIMIT = 63

/** The name of the driver, required. */
export const driver: Rule = checkObject((holder, place) => {
  const name = textAt(holder, 'driverName')
  if (name === '') place.required('', 'driverName')
  if (isLonger(name, DRIVER_LIMIT)) place.tooLong(DRIVER_LIMIT, 'driverName')
  for (const fault of dnsSubdomain(name.toLowerCase())) place.invalid(name, fault, 'driverName')
})

const kindAndName: Rule = all(at('kind', required()), at('name', required()))

/** A reference to the object with the parameters of a claim. */
export const claimParameters: Rule = kindAndName

const optionalNamespace = checkObject((reference, place) => {
  const namespace = textAt(reference, 'namespace')
  if (namespace !== '') for (const fault of dnsLabel(namespace)) place.invalid(namespace, fault, 'namespace')
})

/** A reference to the object with the parameters of a class, in any namespace. */
export const classParameters: Rule = all(kindAndName, optionalNamespace)

const className = checkObject((spec, place) => {
  const name = textAt(spec, 'resourceClassName')
  for (const fault of dnsSubdomain(name)) place.invalid(name, fault, 'resourceClassName')
})

/** The spec of a claim and of a template of claims. */
export const claimSpec: Rule = all(
  className,
  at('parametersRef', claimParameters),
  at('allocationMode', oneOf('Immediate', 'WaitForFirstConsumer')),
)

export const claimDefaults = { allocationMode: 'WaitForFirstConsumer' } as const

/** A rule that requires a device model. Release 1.30 has only the model `namedResources`. */
export const model = (...inner: readonly Rule[]): Rule =>
  all(
    checkObject((holder, place) => {
      if (holder['namedResources'] === undefined || holder['namedResources'] === null) {
        place.required('exactly one structured model field must be set')
      }
    }),
    at('namedResources', ...inner),
  )

/** The name of an instance of a model, or of one of its attributes. */
export const instanceName: Rule = checkObject((item, place) => {
  const given = textAt(item, 'name')
  for (const fault of dnsSubdomain(given)) place.invalid(given, fault, 'name')
})

const repeated = checkObject((holder, place) => {
  const name = textAt(holder, 'driverName')
  if (isRepeated(name, 'driverName', place)) place.duplicate(name, 'driverName')
})

/** The required name of the driver, in a list with at most one item for each driver. */
export const ownDriver: Rule = all(driver, repeated)
