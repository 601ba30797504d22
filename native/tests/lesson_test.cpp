// What a lesson takes from the choices of a game, beside sums that were made by hand.

#include "carcbot/lesson.hpp"

#include <array>

#include "check.hpp"

namespace {

using namespace carcbot;

// Three weights: 2, -1 and 0.5 points.
constexpr std::array<std::int32_t, 3> kWeights = {2000, -1000, 500};

Lesson lesson_of(double patience) {
    SelfPlay how;
    how.patience = patience;
    // seat 0 was expected to be 1 point ahead, and made a move by which it was to be 3 ahead
    const std::vector<LearnedChoice> made = {{0, 1, 3, {{0, 1}, {2, -2}}},
                                             {1, -2, -2, {}},  // it had no choice
                                             {0, 5, 4, {{1, 0.5}}}};
    Lesson lesson(kWeights.size());
    add_choices(made, how, kWeights, {10, -10}, lesson);
    return lesson;
}

void what_came_counts() {
    const Lesson lesson = lesson_of(1);
    // the last choice: 10 came of it and 4 were judged, beside 0.5 * -1 by the weights;
    // the first: 10 and 3, beside 2 - 2 * 0.5
    CHECK_EQ(lesson.target[1], 0.5 * (-0.5 + 6));
    CHECK_EQ(lesson.target[0], 1 * (1 + 7.0));
    CHECK_EQ(lesson.target[2], -2 * (1 + 7.0));
    CHECK_EQ(lesson.matrix[0 * 3 + 0], 1.0);
    CHECK_EQ(lesson.matrix[0 * 3 + 2], -2.0);
    CHECK_EQ(lesson.matrix[2 * 3 + 2], 4.0);
    CHECK_EQ(lesson.matrix[1 * 3 + 1], 0.25);
    CHECK_EQ(lesson.matrix[0 * 3 + 1], 0.0);
    CHECK_EQ(lesson.samples, 3);
    CHECK_EQ(lesson.squared_error, 6 * 6 + 8 * 8 + 7 * 7.0);
}

void patience_waits() {
    // without it the first choice hears what was expected before the next of its seat: 5
    CHECK_EQ(lesson_of(0).target[0], 1 + 2.0);
    CHECK_EQ(lesson_of(0.5).target[0], 1 + 4.5);
    CHECK_EQ(lesson_of(0).target[1], lesson_of(1).target[1]);
}

}  // namespace

int main() {
    what_came_counts();
    patience_waits();
    return check::result();
}
