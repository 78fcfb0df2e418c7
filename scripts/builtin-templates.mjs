// Replaces the domain in names by placeholders of worker/dialect, so that the generated tables serve both dialects.

const domain = ['k8s', 'io'].join('.')
const system = 'kube'

/** The template of a group's name. `flowcontrol.apiserver.<domain>` loses its middle word in the other dialect. */
export function groupTemplate(group) {
  if (!group.endsWith(`.${domain}`)) return group
  const head = group.slice(0, -domain.length - 1)
  return head === 'flowcontrol.apiserver' ? 'flowcontrol.{apiserver}{domain}' : `${head}.{domain}`
}

/** The template of a published type name, without its reversed domain: `api.core.v1.Pod`. */
export function typeTemplate(name) {
  const short = name.slice(name.indexOf('.', name.indexOf('.') + 1) + 1)
  return short.startsWith(`${system}-`) ? `{system}${short.slice(system.length)}` : short
}
