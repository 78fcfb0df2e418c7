import { describe, expect, it } from 'vitest'
import type { Definition, Names } from './definition.ts'
import { acceptNames } from './names.ts'

const NOW = '2000-01-01T00:00:00Z'

const definition = (names: Names, accepted?: Names): Definition => ({
  spec: { group: 'example.com', names, scope: 'Cluster', versions: [] },
  ...(accepted && { status: { acceptedNames: accepted } }),
})

const widget: Names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' }
const gadget: Names = { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' }

describe('acceptNames', () => {
  it('establishes a definition whose names are free', () => {
    const { conditions, acceptedNames } = acceptNames(definition(widget), [], NOW)
    expect(acceptedNames).toEqual(widget)
    expect(conditions?.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['NamesAccepted', 'True', 'NoConflicts'],
      ['Established', 'True', 'InitialNamesAccepted'],
    ])
  })

  it('accepts free names and reports the others', () => {
    const taken = [definition(widget, widget)]
    const wanted = { ...gadget, kind: 'Widget', shortNames: ['widget', 'gd'] }
    const { conditions, acceptedNames } = acceptNames(definition(wanted), taken, NOW)
    expect(acceptedNames).toEqual({ ...gadget, kind: '' })
    expect(conditions?.[0]).toMatchObject({ reason: 'KindConflict', message: '"Widget" is already in use' })
    expect(conditions?.[1]).toMatchObject({ type: 'Established', status: 'False', reason: 'NotAccepted' })
  })

  it('keeps a definition established when a name that is added later is taken', () => {
    const established = acceptNames(definition(gadget), [], NOW)
    const later: Definition = { ...definition({ ...gadget, shortNames: ['widget'] }), status: established }
    const { conditions } = acceptNames(later, [definition(widget, widget), later], '2001-01-01T00:00:00Z')
    expect(conditions?.map(({ status }) => status)).toEqual(['False', 'True'])
    expect(conditions?.map(({ lastTransitionTime }) => lastTransitionTime)).toEqual(['2001-01-01T00:00:00Z', NOW])
  })
})
