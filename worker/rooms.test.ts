import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import rooms from './rooms.json' with { type: 'json' }

const root = import.meta.dirname
const order = [...rooms.order, 'host']

test('every folder of worker/ is a room', () => {
  const entries = readdirSync(root, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== 'dist').map(({ name }) => name)
  expect(folders.sort()).toEqual([...order].sort())
})

test('docs/ARCHITECTURE.md lists the rooms in their order', () => {
  const page = readFileSync(path.join(root, '../docs/ARCHITECTURE.md'), 'utf8')
  const section = page.split('## Rooms of worker/')[1]?.split('\n## ')[0] ?? ''
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell = '']) => cell)
  const listed = cells.flatMap((cell) => [...cell.matchAll(/`([a-z]+)\/`/g)].map(([, room]) => room))
  expect(listed).toEqual(order)
})

test('every file of host/ belongs to one side', () => {
  const files = readdirSync(path.join(root, 'host')).filter((file) => !file.endsWith('.test.ts'))
  const { shared, page, worker } = rooms.host
  expect([...shared, ...page, ...worker].sort()).toEqual(files.map((file) => path.basename(file, '.ts')).sort())
})
