export type { Interval } from '../model/finding';
export type { Alternative } from './alternative';
export { lag1Autocorrelation } from './autocorrelation';
export { binomialCdf } from './binomial-distribution';
export { type BootstrapInterval, bcaInterval } from './bootstrap';
export { type BrunnerMunzelResult, brunnerMunzelTest } from './brunner-munzel';
export { type CliffsDeltaLabel, cliffsDelta, cliffsDeltaLabel } from './cliffs-delta';
export {
  mean,
  meanHalfWidth,
  median,
  quantile,
  skewness,
  standardDeviation,
  variance,
} from './describe';
export { epsilonSquared } from './epsilon-squared';
export { crossingProbabilities } from './group-sequential';
export { type HodgesLehmann, hodgesLehmann, hodgesLehmannShift } from './hodges-lehmann';
export { holm } from './holm';
export { regularizedIncompleteBeta } from './incomplete-beta';
export { intraclassCorrelation } from './intraclass-correlation';
export { type MannWhitneyResult, mannWhitneyFloor, mannWhitneyTest } from './mann-whitney';
export { type MedianInterval, medianInterval } from './median-interval';
export { noncentralTTail } from './noncentral-t';
export { normalCdf, normalDensity, normalQuantile, normalTail } from './normal-distribution';
export {
  type BoundaryOptions,
  classicObrienFlemingBoundaries,
  obrienFlemingBoundaries,
} from './obrien-fleming';
export {
  type PowerOptions,
  pairedDetectableDifference,
  pairedRunsNeeded,
  welchDetectableDifference,
  welchRunsNeeded,
} from './power';
export { type Random, seededRandom } from './random';
export { rankCorrelation } from './rank-correlation';
export type { Samples } from './samples';
export { type SignedRankResult, signedRankFloor, signedRankTest } from './signed-rank';
export { type CommonEstimate, commonEstimate, heterogeneityP, type StratumEstimate } from './strata';
export { studentTCdf, studentTQuantile, studentTTail } from './student-t-distribution';
export { bestTwoGroups, type TwoGroups } from './two-groups';
export { varianceRatioTest } from './variance-ratio';
export { type WelchResult, welchHalfWidth, welchTest } from './welch';
export { welchRatioInterval } from './welch-ratio-interval';
