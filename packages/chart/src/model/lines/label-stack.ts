// Spreads out overlapping labels: in the order of their prices, moved as little as possible.

export type Label = { readonly y: number; readonly height: number }

type Cluster = { labels: number[]; heightPx: number; wantedTop: number }

/**
 * Returns the centre of each label, in the given order, so that no two overlap and all are between
 * `top` and `bottom`. If they do not fit, they overlap evenly rather than leave the pane.
 */
export function stackedLabels(labels: readonly Label[], top: number, bottom: number): number[] {
  const order = labels.map((_, at) => at).toSorted((a, b) => yAt(labels, a) - yAt(labels, b))
  const clusters: Cluster[] = []
  for (const at of order) {
    const height = labels[at]?.height ?? 0
    let cluster: Cluster = {
      labels: [at],
      heightPx: height,
      wantedTop: yAt(labels, at) - height / 2,
    }
    for (
      let last = clusters.at(-1);
      last !== undefined && overlaps(last, cluster);
      last = clusters.at(-1)
    ) {
      clusters.pop()
      cluster = joined(last, cluster)
    }
    clusters.push(cluster)
  }
  return positioned(clusters, labels, { top, bottom })
}

const yAt = (labels: readonly Label[], at: number) => labels[at]?.y ?? 0

const overlaps = (upper: Cluster, lower: Cluster) =>
  upper.wantedTop + upper.heightPx > lower.wantedTop + 1e-9

/** Two clusters that touch become one, at the position that moves its labels least on average. */
function joined(upper: Cluster, lower: Cluster): Cluster {
  const upperCount = upper.labels.length
  const lowerCount = lower.labels.length
  const weighted = upper.wantedTop * upperCount + (lower.wantedTop - upper.heightPx) * lowerCount
  return {
    labels: [...upper.labels, ...lower.labels],
    heightPx: upper.heightPx + lower.heightPx,
    wantedTop: weighted / (upperCount + lowerCount),
  }
}

function positioned(
  clusters: readonly Cluster[],
  labels: readonly Label[],
  area: { top: number; bottom: number },
): number[] {
  const total = clusters.reduce((sum, { heightPx }) => sum + heightPx, 0)
  const squeeze = Math.min(1, Math.max(0, area.bottom - area.top) / Math.max(total, 1e-9))
  const middles = labels.map(() => 0)
  const tops = clusters.map(({ wantedTop }) => Math.max(area.top, wantedTop))
  let limit = area.bottom
  for (let at = clusters.length - 1; at >= 0; at -= 1) {
    const height = (clusters[at]?.heightPx ?? 0) * squeeze
    tops[at] = Math.min(tops[at] ?? 0, limit - height)
    limit = tops[at] ?? 0
  }
  let top = area.top
  clusters.forEach((cluster, at) => {
    let y = Math.max(top, tops[at] ?? 0)
    for (const label of cluster.labels) {
      const height = (labels[label]?.height ?? 0) * squeeze
      middles[label] = y + height / 2
      y += height
    }
    top = y
  })
  return middles
}
