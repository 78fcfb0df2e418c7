import type { AdmissionContext, AdmissionPlugin } from '../admission.ts'
import { defaultClass } from '../default-class.ts'
import { specOf } from '../object-parts.ts'
import { refused } from '../refusal.ts'
import { operations } from '../scopes.ts'

/** Gives an ingress without a class the default class. */
export function defaultIngressClass({ dialect, lister }: AdmissionContext) {
  const classes = dialect.spell('networking.{domain}/ingressclasses')
  const annotation = dialect.spell('{labels}/ingress.class')
  const marks = [dialect.spell('ingressclass.{labels}/is-default-class')]
  return {
    name: 'DefaultIngressClass',
    handles: operations('CREATE').on(dialect.spell('ingresses.networking.{domain}')),
    admit(request) {
      const { object } = request
      const spec = specOf(object)
      if (spec['ingressClassName'] !== undefined || object?.metadata?.annotations?.[annotation] !== undefined) return
      const found = defaultClass(lister.list(classes), marks, dialect)
      if (typeof found === 'number') {
        throw refused(request, `Internal error occurred: ${found} default IngressClasses were found`)
      }
      if (found !== undefined) spec['ingressClassName'] = found
    },
  } satisfies AdmissionPlugin
}
