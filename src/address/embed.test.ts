import { describe, expect, it } from 'vitest'
import type { Embed } from './embed.ts'
import { formatEmbed } from './embed-query.ts'
import { parseEmbed } from './embed.ts'

const plain: Embed = { panes: ['edit', 'terminal'], theme: 'system', dialect: 'svc', example: '', place: undefined }
const pods = { group: '', version: 'v1', resource: 'pods', namespace: '', name: '' }

describe('address of an embed', () => {
  it.each<[Embed, string]>([
    [plain, '?panes=edit,terminal'],
    [
      { ...plain, panes: ['terminal'], theme: 'dark', dialect: 'k8s', example: 'two-managers' },
      '?panes=terminal&theme=dark&dialect=k8s&example=two-managers',
    ],
    [
      { ...plain, panes: ['explore'], example: 'a&b', place: { kind: 'collection', at: pods } },
      '?panes=explore&example=a%26b&at=/api/v1/pods',
    ],
    [{ ...plain, place: { kind: 'file', name: 'my shop.yaml' } }, '?panes=edit,terminal&file=my%20shop.yaml'],
  ])('is written and read back', (embed, search) => {
    expect(formatEmbed(embed)).toBe(search)
    expect(parseEmbed(search)).toEqual(embed)
  })

  it('is undefined without panes', () => {
    expect(parseEmbed('')).toBeUndefined()
    expect(parseEmbed('?example=guestbook&theme=dark')).toBeUndefined()
  })

  it('has the panes in the order of the query, each once, without unknown values; without panes it has the default ones', () => {
    const search = '?panes=requests, edit,requests,kitchen,toString&theme=pink&dialect=latin&cluster=c1&at=/nonsense'
    expect(parseEmbed(search)).toEqual({ ...plain, panes: ['requests', 'edit'] })
    expect(parseEmbed('?panes=')).toEqual(plain)
  })
})
