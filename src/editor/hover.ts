import type { EditorView, Tooltip } from '@codemirror/view'
import { hoverTooltip } from '@codemirror/view'
import type { FieldOwner } from '../ownership/field-owners.ts'
import { describeOwners } from '../ownership/field-owners.ts'
import { capital } from '../widgets/capital.ts'
import type { SchemaSources } from './completion.ts'
import { locate } from './completion.ts'
import type { TypeNode } from './openapi.ts'
import { ownersAtLine } from './owner-gutter.ts'
import { describeType } from './type-text.ts'

/** Shows type, constraints and description of the field under the pointer. */
export function fieldHover({ types }: SchemaSources) {
  return hoverTooltip(async (view: EditorView, position: number): Promise<Tooltip | null> => {
    const line = view.state.doc.lineAt(position)
    const found = await locate(view.state.doc, position, types)
    if (found === undefined || found.place.inValue || found.place.key === '') return null
    const { key } = found.place
    const field = found.parent?.child(key)
    const from = line.from + line.text.indexOf(key)
    if (field === undefined || position < from || position > from + key.length) return null
    const required = found.parent?.schema.required?.includes(key) ?? false
    const owners = ownersAtLine(view.state, position)
    return {
      pos: from,
      end: from + key.length,
      above: true,
      create: () => ({ dom: card(key, field, required, owners) }),
    }
  })
}

function card(key: string, field: TypeNode, required: boolean, owners: readonly FieldOwner[]): HTMLElement {
  const dom = document.createElement('div')
  dom.className = 'field-card'
  const add = (tag: string, className: string, text: string): void => {
    const element = document.createElement(tag)
    element.className = className
    element.textContent = text
    dom.append(element)
  }
  add('code', 'field-name', key)
  add('span', 'field-type', `${describeType(field)}${required ? ', required' : ''}`)
  const { enum: choices, default: fallback } = field.schema
  if (field.description !== undefined) add('p', 'field-text', field.description)
  if (choices !== undefined)
    add('p', 'field-text', `One of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}.`)
  if (fallback !== undefined && fallback !== '' && typeof fallback !== 'object')
    add('p', 'field-text', `Default: ${JSON.stringify(fallback)}.`)
  if (owners.length > 0) add('p', 'field-text', capital(`${describeOwners(owners)}.`))
  return dom
}
