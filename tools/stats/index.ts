export { type Random, seededRandom } from './random';
