import { describe, expect, it } from 'vitest'
import { once } from './late-module.ts'

describe('once', () => {
  it('uses a module in another task than its evaluation', async () => {
    const order: string[] = []
    const load = once(() => {
      order.push('evaluated')
      // The first message after the evaluation begins another task.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        order.push('another task')
        port1.close()
      }
      port2.postMessage(0)
      return Promise.resolve({ default: 'pane' })
    })
    await load()
    order.push('used')
    expect(order).toEqual(['evaluated', 'another task', 'used'])
  })

  it('loads a module once', async () => {
    let loads = 0
    const load = once(() => Promise.resolve({ default: ++loads }))
    expect([await load(), await load()]).toEqual([1, 1])
  })

  it('loads again after a failure, and once for all that wait', async () => {
    const answers = [() => Promise.reject(new Error('no connection')), () => Promise.resolve({ default: 'pane' })]
    const load = once(() => answers.shift()?.() ?? Promise.reject(new Error('loaded too often')))
    expect(await Promise.allSettled([load(), load()])).toEqual([
      { status: 'rejected', reason: new Error('no connection') },
      { status: 'rejected', reason: new Error('no connection') },
    ])
    expect([await load(), await load()]).toEqual(['pane', 'pane'])
  })
})
