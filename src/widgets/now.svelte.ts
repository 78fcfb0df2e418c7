import { createSubscriber } from 'svelte/reactivity'

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000)
  return () => clearInterval(timer)
})

/** Milliseconds since 1970. A template or an effect that reads it runs again every second, the smallest unit of an age. */
export function now(): number {
  subscribe()
  return Date.now()
}
