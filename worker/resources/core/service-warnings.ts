import { isObject, objectOrEmpty } from '../../api/json.ts'
import type { Rule } from '../notation/rule.ts'
import { checkObject, spelled } from '../notation/rule.ts'
import { listAt, textAt, valueAt } from '../path.ts'
import { warnAddress, warnRange } from '../rules/address-warnings.ts'
import { isExternalName, isHeadless } from './service-types.ts'

export const serviceWarnings: Rule = spelled((spell) => {
  const old = spell('service.{labels}/topology-aware-hints')
  const replaced = `annotation ${old} is deprecated, please use ${spell('service.{labels}/topology-mode')} instead`
  return [
    checkObject((service, place) => {
      const annotations = valueAt(service, 'metadata.annotations')
      const spec = objectOrEmpty(service['spec'])
      if (isObject(annotations) && annotations[old] !== undefined) place.addWarning(replaced)
      const each = (list: string, warn: typeof warnAddress): void =>
        listAt(spec, list).forEach((text, index) => warn(String(text), place, 'spec', list, index))
      if (textAt(spec, 'clusterIP') !== '' && !isHeadless(spec)) each('clusterIPs', warnAddress)
      each('externalIPs', warnAddress)
      const balancer = textAt(spec, 'loadBalancerIP')
      if (balancer !== '') warnAddress(balancer, place, 'spec', 'loadBalancerIP')
      each('loadBalancerSourceRanges', warnRange)
      if (isExternalName(spec) && listAt(spec, 'externalIPs').length > 0) {
        place.addWarning('spec.externalIPs is ignored when spec.type is "ExternalName"')
      }
      if (!isExternalName(spec) && textAt(spec, 'externalName') !== '') {
        place.addWarning('spec.externalName is ignored when spec.type is not "ExternalName"')
      }
    }),
  ]
})
