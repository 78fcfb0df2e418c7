import type { EditorState, Extension, Range } from '@codemirror/state'
import { RangeSet, StateEffect, StateField } from '@codemirror/state'
import { GutterMarker, gutter } from '@codemirror/view'
import type { FieldOwner } from '../ownership/field-owners.ts'
import { describeOwners, ownerColour, ownerSign } from '../ownership/field-owners.ts'
import type { OwnedText } from './owned-lines.ts'

/** The limit of signs on one line. A plus replaces further signs. */
const MAX_SIGNS = 2

class OwnerMarker extends GutterMarker {
  readonly owners: readonly FieldOwner[]

  constructor(owners: readonly FieldOwner[]) {
    super()
    this.owners = owners
  }

  override eq(other: OwnerMarker): boolean {
    return describeOwners(other.owners) === describeOwners(this.owners)
  }

  override toDOM(): HTMLElement {
    const dom = document.createElement('span')
    dom.title = describeOwners(this.owners)
    for (const owner of this.owners.slice(0, MAX_SIGNS)) {
      const sign = document.createElement('span')
      sign.textContent = ownerSign(owner)
      sign.style.color = ownerColour(owner)
      dom.append(sign)
    }
    if (this.owners.length > MAX_SIGNS) dom.append('+')
    return dom
  }
}

/** Sets the field owners; undefined removes them. */
export const setOwners = StateEffect.define<OwnedText | undefined>()

const markers = StateField.define<RangeSet<OwnerMarker>>({
  create: () => RangeSet.empty,
  update(value, { changes, effects, newDoc }) {
    for (const effect of effects)
      if (effect.is(setOwners)) return effect.value === undefined ? RangeSet.empty : markersOf(effect.value, newDoc)
    return changes.empty ? value : value.map(changes)
  },
})

function markersOf({ lines }: OwnedText, doc: EditorState['doc']): RangeSet<OwnerMarker> {
  // A line shows the owners of the last field that begins on it: `name` in `- name: web`.
  const byLine = new Map<number, Range<OwnerMarker>>()
  for (const { from, owners } of lines) {
    const start = doc.lineAt(Math.min(from, doc.length)).from
    byLine.set(start, new OwnerMarker(owners).range(start))
  }
  return RangeSet.of([...byLine.values()], true)
}

const NO_OWNERS: readonly FieldOwner[] = []

/** The owners of the field on the line of a position. */
export function ownersAtLine(state: EditorState, position: number): readonly FieldOwner[] {
  const { from, to } = state.doc.lineAt(position)
  let found = NO_OWNERS
  state.field(markers, false)?.between(from, to, (_at, _to, marker) => {
    found = marker.owners
  })
  return found
}

/** A gutter that shows the field owners of each line. */
export const ownerGutter: Extension = [
  markers,
  gutter({
    class: 'cm-owners',
    markers: (view) => view.state.field(markers),
  }),
]
