import { isObject, objectOrEmpty, objectsIn } from '../../worker/api/json.ts'
import { annotationLines, labelLines } from './description.ts'
import { containersText } from './describers/containers.ts'
import { optionalLine } from './describers/fields.ts'
import { spreadText, tolerationsText } from './describers/tolerations.ts'
import { volumesText } from './describers/volumes.ts'

/**
 * A pod template in kubectl's layout. Tabs separate the cells. Some commands align them, others print them unchanged.
 */
export function podTemplateText(template: unknown): string {
  if (!isObject(template)) return 'Pod Template:\n  <unset>'
  const { labels, annotations } = objectOrEmpty(template.metadata)
  const spec = objectOrEmpty(template.spec)
  const style = { indent: '  ', pod: undefined }
  return [
    'Pod Template:\n',
    labelLines('  Labels', labels),
    Object.keys(objectOrEmpty(annotations)).length > 0 ? annotationLines(annotations, '  Annotations') : '',
    optionalLine('  Service Account', spec.serviceAccountName),
    objectsIn(spec.initContainers).length > 0 ? containersText('Init Containers', spec.initContainers, style) : '',
    containersText('Containers', spec.containers, style),
    volumesText('  ', spec.volumes),
    spreadText('  Topology Spread Constraints', spec.topologySpreadConstraints),
    optionalLine('  Priority Class Name', spec.priorityClassName),
    labelLines('  Node-Selectors', spec.nodeSelector),
    tolerationsText('  Tolerations', spec.tolerations),
  ].join('')
}
