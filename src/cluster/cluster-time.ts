import type { ClusterInfo } from './cluster.ts'

/** The time of a cluster, milliseconds since 1970; its settings may let it begin elsewhere and run faster. */
export function clusterTime({ settings, createdAt, epoch = createdAt }: ClusterInfo, now = Date.now()): number {
  const { startTime, timeScale = 1 } = settings ?? {}
  if (startTime === undefined && timeScale === 1) return now
  return Math.floor((startTime === undefined ? epoch : Date.parse(startTime)) + (now - epoch) * timeScale)
}
