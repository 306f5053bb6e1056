/** In pixels. */
type Sizes<Name extends string> = Readonly<Record<Name, number>>;
/** A box in a picture. Its ID is unique there. */
export type Box = Sizes<"width" | "height"> & { readonly id: string };
export type Edge = Readonly<Record<"from" | "to", string>>;
/** The position of a box. */
export type Place = Sizes<"x" | "y" | "width" | "height">;

/** Gap between columns. */
const ACROSS = 40;
/** Gap between the boxes of a column. */
const DOWN = 14;

/**
 * Places boxes in columns from left to right, each centred on the tallest and as wide as its widest box. Within a
 * column, boxes are sorted by the centre of the boxes that lead to them, so that few edges cross. A DAO always has the
 * same five columns, so this needs no graph layout library.
 */
export function layoutOf(columns: readonly (readonly Box[])[], edges: readonly Edge[]) {
  const heights = columns.map((boxes) =>
    boxes.reduce((sum, { height }) => sum + height + DOWN, -DOWN),
  );
  const height = Math.max(0, ...heights);
  const places = new Map<string, Place>();
  let x = 0;
  columns.forEach((boxes, column) => {
    const width = Math.max(0, ...boxes.map((box) => box.width));
    let y = (height - heights[column]!) / 2;
    for (const box of ordered(boxes, edges, places)) {
      places.set(box.id, { x, y, width, height: box.height });
      y += box.height + DOWN;
    }
    x += width + ACROSS;
  });
  return { places, width: x - ACROSS, height };
}

function ordered(
  boxes: readonly Box[],
  edges: readonly Edge[],
  places: ReadonlyMap<string, Place>,
): readonly Box[] {
  const middle = ({ id }: Box): number => {
    const from = edges.flatMap((edge) => (edge.to === id ? (places.get(edge.from) ?? []) : []));
    if (from.length === 0) return Infinity;
    return from.reduce((sum, { y, height }) => sum + y + height / 2, 0) / from.length;
  };
  const middles = new Map(boxes.map((box) => [box, middle(box)]));
  // Two boxes to which nothing leads stay as they are: sorting takes NaN for 0.
  return boxes.toSorted((one, other) => middles.get(one)! - middles.get(other)!);
}
