// The heat map's tiles: a rectangle divided by weight into rows of tiles as square as possible
// (squarified treemap, Bruls, Huizing and van Wijk 2000).

/** In percent of the whole. */
export type Tile<Item> = {
  readonly item: Item
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

type Weighted<Item> = { readonly item: Item; readonly weight: number }
type Box = { left: number; top: number; width: number; height: number }

/**
 * Returns a tile for every item of weight above 0, heaviest first, with an area proportional to its
 * weight. `aspect` is the width of the whole ÷ its height.
 */
export function tilesOf<Item>(items: readonly Weighted<Item>[], aspect: number): Tile<Item>[] {
  const sorted = items.filter(({ weight }) => weight > 0).toSorted((a, b) => b.weight - a.weight)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  const tiles: Tile<Item>[] = []
  const left: Box = { left: 0, top: 0, width: aspect, height: 1 }
  const scale = aspect / total
  for (let at = 0; at < sorted.length;) {
    const side = Math.min(left.width, left.height)
    const row = longestGoodRow(sorted.slice(at), side, scale)
    tiles.push(...laid(row, left, scale))
    at += row.length
  }
  return tiles.map((tile) => ({
    item: tile.item,
    left: (tile.left / aspect) * 100,
    top: tile.top * 100,
    width: (tile.width / aspect) * 100,
    height: tile.height * 100,
  }))
}

/** Returns the longest row for which the worst aspect ratio does not increase. */
function longestGoodRow<Item>(
  items: readonly Weighted<Item>[],
  side: number,
  scale: number,
): readonly Weighted<Item>[] {
  let count = 1
  let worst = worstOf(items.slice(0, 1), side, scale)
  while (count < items.length) {
    const next = worstOf(items.slice(0, count + 1), side, scale)
    if (next > worst) break
    worst = next
    count += 1
  }
  return items.slice(0, count)
}

const areaOf = <Item>(row: readonly Weighted<Item>[], scale: number): number =>
  row.reduce((sum, { weight }) => sum + weight, 0) * scale

function worstOf<Item>(row: readonly Weighted<Item>[], side: number, scale: number): number {
  const depth = areaOf(row, scale) / side
  return Math.max(
    ...row.map(({ weight }) => {
      const length = (weight * scale) / depth
      return Math.max(length / depth, depth / length)
    }),
  )
}

/** Lays a row along the shorter side of the remaining box and removes its strip. */
function laid<Item>(row: readonly Weighted<Item>[], box: Box, scale: number): Tile<Item>[] {
  const isColumn = box.width >= box.height
  const side = isColumn ? box.height : box.width
  const depth = areaOf(row, scale) / side
  let along = 0
  const tiles = row.map(({ item, weight }) => {
    const length = (weight * scale) / depth
    const tile = isColumn
      ? { item, left: box.left, top: box.top + along, width: depth, height: length }
      : { item, left: box.left + along, top: box.top, width: length, height: depth }
    along += length
    return tile
  })
  if (isColumn) {
    box.left += depth
    box.width -= depth
  } else {
    box.top += depth
    box.height -= depth
  }
  return tiles
}
