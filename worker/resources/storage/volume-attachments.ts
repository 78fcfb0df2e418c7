import type { Json, JsonObject } from '../../api/json.ts'
import { isObject, objectOrEmpty } from '../../api/json.ts'
import { quote } from '../../api/go-format.ts'
import { dnsSubdomain } from '../../api/names.ts'
import { equalJson } from '../../patch/json-values.ts'
import { age, flag, text } from '../columns.ts'
import type { Rule } from '../notation/rule.ts'
import { at, check, checkObject, required, where } from '../notation/rule.ts'
import { textAt, valueAt } from '../path.ts'
import { inlineVolumeSpec } from '../rules/persistent-volume-spec.ts'
import type { Kind } from '../resource.ts'
import { isLonger } from '../../runtime/utf8.ts'

const TEXT_LIMIT = 256 * 1024
const MESSAGE_LIMIT = 1024
const EITHER = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'

const source: Rule = checkObject((spec, place) => {
  const given = objectOrEmpty(spec['source'])
  const { inlineVolumeSpec: inline, persistentVolumeName: name } = given
  const isNamed = typeof name === 'string'
  if (!isNamed && !isObject(inline)) place.required(EITHER, 'source')
  else if (isNamed && isObject(inline)) place.forbidden(EITHER, 'source')
  else if (name === '') place.required('must specify non empty persistentVolumeName', 'source', 'persistentVolumeName')
})

/** Whether no volume is named. An inline volume together with a name is refused without validation. */
const isAlone = ({ persistentVolumeName: name }: JsonObject): boolean => typeof name !== 'string'

const node: Rule = checkObject((spec, place) => {
  const name = textAt(spec, 'nodeName')
  for (const fault of dnsSubdomain(name)) place.invalid(name, fault, 'nodeName')
})

/** The error names the limit of the metadata instead of the limit of the message, as in the real server. */
const notLonger: Rule = check((value, place) => {
  if (isLonger(String(value), MESSAGE_LIMIT)) place.tooLong(TEXT_LIMIT)
})

const attachmentMetadata: Rule = checkObject((given, place) => {
  const size = Object.entries(given).reduce((sum, [key, value]) => sum + key.length + String(value).length, 0)
  if (size > TEXT_LIMIT) place.tooLong(TEXT_LIMIT)
})

const rules: readonly Rule[] = [
  at(
    'spec',
    at('attacher', required()),
    source,
    at('source', where(isAlone, at('inlineVolumeSpec', inlineVolumeSpec))),
    node,
  ),
  at(
    'status',
    at('attachmentMetadata', attachmentMetadata),
    at('attachError', at('message', notLonger)),
    at('detachError', at('message', notLonger)),
  ),
]

/** The rules that only new objects must pass. */
const drivers: Rule = at(
  'spec',
  checkObject((spec, place) => {
    const attacher = textAt(spec, 'attacher')
    if (attacher === '') place.required('', 'attacher')
    if (isLonger(attacher, 63)) place.tooLong(63, 'attacher')
    for (const fault of dnsSubdomain(attacher.toLowerCase())) place.invalid(attacher, fault, 'attacher')
    const volume = valueAt(spec, 'source.persistentVolumeName')
    if (typeof volume !== 'string') return
    for (const fault of dnsSubdomain(volume)) place.invalid(volume, fault, 'source', 'persistentVolumeName')
  }),
)

function goSpec(spec: JsonObject): string {
  const pointer = (type: string, value: Json | undefined): string =>
    `(*${type})(${value === undefined || value === null ? 'nil' : '0xc000000000'})`
  const name = pointer('string', valueAt(spec, 'source.persistentVolumeName'))
  const inline = pointer('core.PersistentVolumeSpec', valueAt(spec, 'source.inlineVolumeSpec'))
  const given = `storage.VolumeAttachmentSource{PersistentVolumeName:${name}, InlineVolumeSpec:${inline}}`
  return `storage.VolumeAttachmentSpec{Attacher:${quote(textAt(spec, 'attacher'))}, Source:${given}, NodeName:${quote(textAt(spec, 'nodeName'))}}`
}

const fixed: Rule = checkObject((attachment, place, old) => {
  const spec = objectOrEmpty(attachment['spec'])
  if (old !== undefined && !equalJson(spec, old['spec'])) {
    place.invalidShown(goSpec(spec), 'field is immutable', 'spec')
  }
})

/** The real server runs these rules twice on an update. */
const updates: readonly Rule[] = [...rules, ...rules, fixed]

export const volumeAttachments = {
  resource: 'storage.{domain}/volumeattachments',
  rules: [...rules, drivers],
  updates,
  subresourceRules: { status: updates },
  behaviour: () => ({
    columns: [
      {
        ...text(
          'Attacher',
          'attacher indicates the name of the volume driver that MUST handle this request. This is the name returned by GetPluginName().',
          'spec.attacher',
        ),
        format: 'name',
      },
      text(
        'PV',
        'persistentVolumeName represents the name of the persistent volume to attach.',
        'spec.source.persistentVolumeName',
      ),
      text('Node', 'nodeName represents the node that the volume should be attached to.', 'spec.nodeName'),
      flag(
        'Attached',
        'attached indicates the volume is successfully attached. This field must only be set by the entity completing the attach operation, i.e. the external-attacher.',
        'status.attached',
      ),
      age,
    ],
  }),
} satisfies Kind
