import { dnsLabel, dnsSubdomain } from '../../api/names.ts'
import type { Rule } from '../notation/rule.ts'
import { all, at, checkObject, isRepeated, oneOf, required } from '../notation/rule.ts'
import { textAt } from '../path.ts'

/** What the kinds of device claims have in common. */

const DRIVER_LIMIT = 63

/** The name of the driver in a field that may not be empty. */
export const driver: Rule = checkObject((holder, place) => {
  const name = textAt(holder, 'driverName')
  if (name === '') place.required('', 'driverName')
  if (name.length > DRIVER_LIMIT) place.tooLong(DRIVER_LIMIT, 'driverName')
  for (const fault of dnsSubdomain(name)) place.invalid(name, fault, 'driverName')
})

const kindAndName: Rule = all(at('kind', required()), at('name', required()))

/** The object that has the parameters of a claim. */
export const claimParameters: Rule = kindAndName

const optionalNamespace = checkObject((reference, place) => {
  const namespace = textAt(reference, 'namespace')
  if (namespace !== '') for (const fault of dnsLabel(namespace)) place.invalid(namespace, fault, 'namespace')
})

/** The object that has the parameters of a class, somewhere in the cluster. */
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

/** A model of devices: today there is one. */
export const model = (...inner: readonly Rule[]): Rule =>
  all(
    checkObject((holder, place) => {
      if (holder['namedResources'] === undefined || holder['namedResources'] === null) {
        place.required('exactly one structured model field must be set')
      }
    }),
    at('namedResources', ...inner),
  )

/** The name of an instance of a model, or of an attribute of one. */
export const instanceName: Rule = checkObject((item, place) => {
  const given = textAt(item, 'name')
  for (const fault of dnsSubdomain(given)) place.invalid(given, fault, 'name')
})

const repeated = checkObject((holder, place) => {
  const name = textAt(holder, 'driverName')
  if (isRepeated(name, 'driverName', place)) place.duplicate(name, 'driverName')
})

/** As `driver`, in a list where each driver stands once. */
export const ownDriver: Rule = all(driver, repeated)
