import { expect, it } from 'vitest'
import { heightOf, type PaneBox } from './pane-heights.ts'

const documents: PaneBox = { name: 'documents', frame: 80, content: 300 }
const bottom: PaneBox = { name: 'bottom', frame: 30, content: 9000 }
const explorer: PaneBox = { name: 'explorer', frame: 40, content: 700 }

it.each([
  { panes: [documents], height: 400 },
  { panes: [documents, bottom], height: 580 },
  { panes: [bottom], height: 280 },
  { panes: [explorer, documents, bottom], height: 760 },
  { panes: [{ ...documents, content: 5 }], height: 150 },
  { panes: [], height: 20 },
])(
  'adds the heights of panes below each other, and takes the largest of panes beside each other: $height',
  ({ panes, height }) => {
    expect(heightOf({ panes, around: 20 })).toBe(height)
  },
)
