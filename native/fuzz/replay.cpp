// Gives each file of a kept corpus to a fuzz target, so that what a fuzzer once found stays found
// on machines without one. Called as: replay_TARGET FOLDER...

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

// The target's own entry, under the name that clang's fuzzer gives it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);

int main(int count, char** arguments) {
    std::vector<std::filesystem::path> inputs;
    for (int i = 1; i < count; ++i) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(arguments[i]))
            if (entry.is_regular_file()) inputs.push_back(entry.path());
    }
    std::sort(inputs.begin(), inputs.end());
    for (const auto& input : inputs) {
        std::cerr << input.string() << '\n';  // the last line printed names a crash's input
        std::ifstream file(input, std::ios::binary);
        const std::string content{std::istreambuf_iterator<char>(file), {}};
        // an own block of exactly this size lets the sanitizer see a read past the end
        const std::vector<std::uint8_t> bytes(content.begin(), content.end());
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::cerr << inputs.size() << " inputs replayed\n";
    return inputs.empty();  // an empty corpus proves nothing
}
