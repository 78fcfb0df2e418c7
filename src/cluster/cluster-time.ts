import type { ClusterInfo } from './cluster.ts'

/** The time of a cluster in milliseconds since 1970. Its settings may set another start time and a faster clock. */
export function clusterTime({ settings, createdAt, epoch = createdAt }: ClusterInfo, now = Date.now()): number {
  const { startTime, timeScale = 1 } = settings ?? {}
  if (startTime === undefined && timeScale === 1) return now
  return Math.floor((startTime === undefined ? epoch : Date.parse(startTime)) + (now - epoch) * timeScale)
}
