# Generates C from ASN.1 and XDR specifications as a part of a CMake build (3.20 or later).
#
#   include(path/to/stubc.cmake)          # or find_package(stubc) where a release archive is installed
#   add_executable(logger main.c)
#   stubc_generate(TARGET logger SPECS track.asn1 PDU Recording MAX_SIZE 16K)
#
# The generated sources become sources of the target, and their folder a PUBLIC include directory. Sizes are measured with the
# C compiler and the flags of the build type.
#
#   stubc_generate(
#     TARGET target                  the executable or library
#     SPECS file...                  .asn1, .asn or .x files; relative to the current source directory
#     [MAX_SIZE size]                cap on object code: 40K, 20000 or 25%; left out: the fastest code
#     [NAME name]                    base name of the files (default: that of the first specification)
#     [PREFIX prefix]                in front of every symbol and file
#     [RULES rules]                  ber, der, ...
#     [PDU type...]                  roots: TYPE, TYPE:decode or TYPE:encode
#     [INCLUDE folder...]            folders of imported modules
#     [CONFIG file...] [PROFILE file]
#     [CC command] [CFLAGS flags]    in place of the compiler and flags of the build
#     [REPORT file...]               reports; relative to the current binary directory
#     [OPTIONS option...])           any other options of stubc
#
# STUBC_EXECUTABLE names the program; by default it is looked for in the archive that this file is part of, and in PATH.

cmake_minimum_required(VERSION 3.20)

find_program(STUBC_EXECUTABLE stubc HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" DOC "The stub compiler")

# Makes the paths absolute, from the given folder.
function(_stubc_absolute variable folder)
  set(paths)
  foreach(path IN LISTS ARGN)
    get_filename_component(path "${path}" ABSOLUTE BASE_DIR "${folder}")
    list(APPEND paths "${path}")
  endforeach()
  set(${variable} "${paths}" PARENT_SCOPE)
endfunction()

# The flags that the build compiles C with, those of include directories and definitions aside: generated code needs none.
function(_stubc_build_flags variable)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  if(NOT type)
    set(type RELEASE)
  endif()
  set(flags "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${type}}")
  if(CMAKE_C_COMPILER_TARGET)
    string(PREPEND flags "${CMAKE_C_COMPILE_OPTIONS_TARGET}${CMAKE_C_COMPILER_TARGET} ")
  endif()
  string(STRIP "${flags}" flags)
  set(${variable} "${flags}" PARENT_SCOPE)
endfunction()

function(stubc_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg ""
    "TARGET;MAX_SIZE;NAME;PREFIX;RULES;PROFILE;CC;CFLAGS" "SPECS;PDU;INCLUDE;CONFIG;REPORT;OPTIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "stubc_generate: `${arg_UNPARSED_ARGUMENTS}` is none of its keywords")
  endif()
  if(NOT arg_TARGET OR NOT arg_SPECS)
    message(FATAL_ERROR "stubc_generate: TARGET and SPECS must be given")
  endif()
  if(NOT STUBC_EXECUTABLE)
    message(FATAL_ERROR "stubc_generate: stubc is not installed; set STUBC_EXECUTABLE to its path")
  endif()
  _stubc_absolute(specs "${CMAKE_CURRENT_SOURCE_DIR}" ${arg_SPECS})
  _stubc_absolute(includes "${CMAKE_CURRENT_SOURCE_DIR}" ${arg_INCLUDE})
  _stubc_absolute(configs "${CMAKE_CURRENT_SOURCE_DIR}" ${arg_CONFIG})
  _stubc_absolute(profile "${CMAKE_CURRENT_SOURCE_DIR}" ${arg_PROFILE})
  _stubc_absolute(reports "${CMAKE_CURRENT_BINARY_DIR}" ${arg_REPORT})
  if(NOT arg_NAME)
    list(GET specs 0 first)
    get_filename_component(arg_NAME "${first}" NAME_WE)
    string(MAKE_C_IDENTIFIER "${arg_NAME}" arg_NAME)
  endif()
  if(NOT arg_CC)
    set(arg_CC "\"${CMAKE_C_COMPILER}\"")
  endif()
  if(NOT DEFINED arg_CFLAGS)
    _stubc_build_flags(arg_CFLAGS)
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/stubc/${arg_PREFIX}${arg_NAME}")
  file(MAKE_DIRECTORY "${folder}")

  set(options --quiet "--out-dir=${folder}" "--name=${arg_NAME}" "--cc=${arg_CC}" "--cflags=${arg_CFLAGS}"
    "--depfile=${folder}/depfile")
  foreach(pair MAX_SIZE:max-size PREFIX:prefix RULES:rules)
    string(REPLACE ":" ";" pair "${pair}")
    list(GET pair 0 keyword)
    list(GET pair 1 option)
    if(DEFINED arg_${keyword})
      list(APPEND options "--${option}=${arg_${keyword}}")
    endif()
  endforeach()
  list(TRANSFORM arg_PDU PREPEND "--pdu=" OUTPUT_VARIABLE pdus)
  list(TRANSFORM includes PREPEND "--include=" OUTPUT_VARIABLE include_options)
  list(TRANSFORM configs PREPEND "--config=" OUTPUT_VARIABLE config_options)
  list(TRANSFORM profile PREPEND "--profile=" OUTPUT_VARIABLE profile_options)
  list(TRANSFORM reports PREPEND "--report=" OUTPUT_VARIABLE report_options)
  list(APPEND options ${pdus} ${include_options} ${config_options} ${profile_options} ${report_options} ${arg_OPTIONS})

  set(sources)
  foreach(file "${arg_NAME}.h" "${arg_NAME}.c" stubc_rt.h stubc_rt.c)
    list(APPEND sources "${folder}/${arg_PREFIX}${file}")
  endforeach()
  # Files that did not change keep their time stamps. Ninja knows when a command ran last; for others a stamp says so.
  set(stamp)
  set(touch)
  if(NOT CMAKE_GENERATOR MATCHES "Ninja")
    set(stamp "${folder}/stamp")
    set(touch COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}")
  endif()
  add_custom_command(
    OUTPUT ${stamp} ${sources}
    BYPRODUCTS ${reports}
    COMMAND "${STUBC_EXECUTABLE}" ${options} -- ${specs}
    ${touch}
    DEPENDS ${specs} ${configs} ${profile} "${STUBC_EXECUTABLE}"
    DEPFILE "${folder}/depfile"
    COMMENT "Generating ${arg_PREFIX}${arg_NAME}.c with stubc"
    VERBATIM)
  target_sources("${arg_TARGET}" PRIVATE ${sources})
  target_include_directories("${arg_TARGET}" PUBLIC "${folder}")
endfunction()
