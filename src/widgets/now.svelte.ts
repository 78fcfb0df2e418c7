import { createSubscriber } from 'svelte/reactivity'

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000)
  return () => clearInterval(timer)
})

/** Milliseconds since 1970. Read in a template or an effect, it updates every second, the smallest unit of an age. */
export function now(): number {
  subscribe()
  return Date.now()
}
