/**
 * The names that the machine resolves. One that it does not know fails when the program is loaded, so anything else is
 * refused when it is built. Those of `include/svm/syscalls.h`.
 */
export const SYSTEM_CALLS: ReadonlySet<string> = new Set([
  'abort',
  'sol_blake3',
  'sol_create_program_address',
  'sol_get_clock_sysvar',
  'sol_get_epoch_schedule_sysvar',
  'sol_get_processed_sibling_instruction',
  'sol_get_rent_sysvar',
  'sol_get_return_data',
  'sol_get_stack_height',
  'sol_get_sysvar',
  'sol_invoke_signed_c',
  'sol_keccak256',
  'sol_log_',
  'sol_log_64_',
  'sol_log_compute_units_',
  'sol_log_data',
  'sol_log_pubkey',
  'sol_memcmp_',
  'sol_memcpy_',
  'sol_memmove_',
  'sol_memset_',
  'sol_secp256k1_recover',
  'sol_set_return_data',
  'sol_sha256',
  'sol_try_find_program_address',
]);
