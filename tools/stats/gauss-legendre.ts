const ORDER = 16;

/** Nodes and weights on [−1, 1]: the roots of the Legendre polynomial by Newton's method. DLMF 3.5(v). */
const RULE = Array.from({ length: ORDER }, (_, i) => {
  let node = Math.cos((Math.PI * (i + 0.75)) / (ORDER + 0.5));
  let slope = 0;
  for (let round = 0; round < 10; round++) {
    let previous = 1;
    let value = node;
    for (let k = 2; k <= ORDER; k++) {
      [previous, value] = [value, ((2 * k - 1) * node * value - (k - 1) * previous) / k];
    }
    slope = (ORDER * (node * value - previous)) / (node * node - 1);
    node -= value / slope;
  }
  return { node, weight: 2 / ((1 - node * node) * slope * slope) };
});

/** Points at which to evaluate a function, and the weights that make their sum its integral. */
export interface Quadrature {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

/**
 * The composite Gauss–Legendre rule of 16 points on each of the panels between consecutive `edges` (ascending). Exact
 * to rounding when the integrand hardly changes character within a panel.
 */
export function gaussLegendre(edges: readonly number[]): Quadrature {
  const panels = edges.length - 1;
  const nodes = new Float64Array(panels * ORDER);
  const weights = new Float64Array(panels * ORDER);
  for (let panel = 0; panel < panels; panel++) {
    const half = (edges[panel + 1] - edges[panel]) / 2;
    const center = (edges[panel + 1] + edges[panel]) / 2;
    for (const [i, { node, weight }] of RULE.entries()) {
      nodes[panel * ORDER + i] = center + half * node;
      weights[panel * ORDER + i] = half * weight;
    }
  }
  return { nodes, weights };
}

/** Edges of `panels` equal panels from `low` to `high`. */
export function equalPanels(low: number, high: number, panels: number): number[] {
  return Array.from({ length: panels + 1 }, (_, i) => low + ((high - low) * i) / panels);
}
