/** A box in a picture. Sizes are in pixels. */
export interface Box {
  /** Unique in its picture. */
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
}

/** The position of a box. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly places: ReadonlyMap<string, Place>;
  readonly width: number;
  readonly height: number;
}

/** Gap between columns. */
const ACROSS = 40;
/** Gap between the boxes of a column. */
const DOWN = 14;

/**
 * Places boxes in columns from left to right, each centred on the tallest and as wide as its widest box. Within a
 * column, boxes are sorted by the centre of the boxes that lead to them, so that few edges cross. A DAO always has the
 * same five columns, so this needs no graph layout library.
 */
export function layoutOf(columns: readonly (readonly Box[])[], edges: readonly Edge[]): Layout {
  const heights = columns.map(columnHeight);
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

function columnHeight(boxes: readonly Box[]): number {
  return boxes.reduce((sum, { height }) => sum + height + DOWN, -DOWN);
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
  return boxes.toSorted((one, other) => {
    const [first, second] = [middles.get(one)!, middles.get(other)!];
    return first === second ? 0 : first - second;
  });
}
